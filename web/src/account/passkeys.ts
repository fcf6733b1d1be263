/** What the browser's authenticator is asked, and its answer as the server reads it. */

import { api } from "../lib/api";
import type { Account } from "../lib/messages";

/** Browsers offer passkeys over https and on localhost alone, and older ones can't read options as JSON. */
export const canUsePasskeys = (): boolean =>
  typeof PublicKeyCredential !== "undefined" && "parseCreationOptionsFromJSON" in PublicKeyCredential;

type Answered = { question: string; credential: unknown };

async function create(name: string): Promise<Answered> {
  const { question, options } = await api.askPasskey("new", name);
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as PublicKeyCredentialCreationOptionsJSON);
  const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
  return { question, credential: made.toJSON() };
}

export async function register(name: string): Promise<Account> {
  return api.register({ ...(await create(name)), name });
}

export async function addPasskey(name: string): Promise<Account> {
  return api.addPasskey(await create(name));
}

export async function signIn(): Promise<Account> {
  const { question, options } = await api.askPasskey("known");
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as PublicKeyCredentialRequestOptionsJSON);
  const found = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
  return api.signIn({ question, credential: found.toJSON() });
}
