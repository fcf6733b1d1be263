/** The boards to choose from: those of the server, and the files that were opened on this device. */

import { BoardModel } from "../board/model";
import { api } from "../lib/api";
import type { BoardAnswer, Names } from "../lib/messages";
import { forgetBoard, ownBoards, rememberBoard } from "./start";

export class Shelf {
  models = $state.raw<BoardModel[]>([]);
  /** Why they could not be loaded. */
  failure = $state("");
  #others = $state.raw<Record<string, Names>>({});

  /** One of them first, so that it is on the screen before the others arrive. */
  async load(first: string): Promise<void> {
    this.failure = "";
    try {
      const shown = api.board(first).then(
        (data) => (this.models = [new BoardModel(data, first)]),
        () => undefined, // asked for again below
      );
      const boards = await api.boards();
      await shown;
      const built = await Promise.all(boards.map(async ({ id }) => new BoardModel(await api.board(id), id)));
      const own = await Promise.all([...new Set([...ownBoards(), first])].filter(isBrought).map(loadOwn));
      this.models = [...built, ...own.filter((each) => each !== null)];
    } catch (error) {
      this.failure = (error as Error).message;
    }
  }

  find(id: string): BoardModel | undefined {
    return this.models.find((model) => model.key === id);
  }

  /** What a board is called, one that somebody else has brought too, once `learn` has asked for it. */
  names(id: string): Names {
    return this.find(id)?.board.names ?? this.#others[id] ?? { en: isBrought(id) ? "…" : id };
  }

  learn(id: string): void {
    if (!isBrought(id)) return;
    const note = ({ board }: BoardAnswer) => (this.#others = { ...this.#others, [id]: board.names });
    api.board(id).then(note, () => undefined); // it may have gone from the server
  }

  /** Takes a board file in; the board's id, or an error that says what is wrong with the file. */
  async bring(file: File): Promise<string> {
    const { id } = await api.bringBoard(await file.text());
    rememberBoard(id);
    const board = await loadOwn(id);
    if (board) this.models = [...this.models.filter((each) => each.key !== id), board];
    return id;
  }
}

const isBrought = (id: string) => id.startsWith("file-");

/** A board of one's own, unless the server no longer has it. */
async function loadOwn(id: string): Promise<BoardModel | null> {
  try {
    return new BoardModel(await api.board(id), id);
  } catch {
    forgetBoard(id);
    return null;
  }
}
