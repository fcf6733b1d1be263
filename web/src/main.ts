import { mount } from "svelte";

import App from "./App.svelte";
import { registerWorker } from "./sw/register";
import "./styles/app.css";

const target = document.getElementById("app");
if (target) mount(App, { target });
registerWorker();
