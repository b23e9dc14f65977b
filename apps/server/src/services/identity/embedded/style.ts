import { brand } from '@penmark/contract'

/**
 * The style of the identity pages. It is code, so that it is part of the bundle. The colours repeat
 * `apps/web/src/ui/theme/tokens.css`; the two are never loaded together.
 */
export const style = `
@font-face { font-family: "Source Sans 3 Variable"; font-weight: 200 900; font-display: swap; src: url("source-sans-3.woff2") format("woff2"); }
@font-face { font-family: "Source Serif 4 Variable"; font-weight: 200 900; font-display: swap; src: url("source-serif-4.woff2") format("woff2"); }

:root {
  color-scheme: light dark;
  --paper: #fbfaf7;
  --paper-raised: #ffffff;
  --paper-sunken: #f3f1ea;
  --ink: #1c1a17;
  --ink-soft: #5b554c;
  --rule: #e4e0d6;
  --rule-strong: #8a8376;
  --accent: #146665;
  --accent-deep: #0e5150;
  --accent-wash: #e6f1ef;
  --on-accent: #ffffff;
  --red: #a8281e;
  --red-wash: #fbeae7;
  --amber: #b98a2c;
  --sans: "Source Sans 3 Variable", "Segoe UI", system-ui, sans-serif;
  --serif: "Source Serif 4 Variable", Georgia, serif;
}

@media screen and (prefers-color-scheme: dark) {
  :root {
    --paper: #171614;
    --paper-raised: #201e1b;
    --paper-sunken: #100f0e;
    --ink: #edeae3;
    --ink-soft: #b5afa3;
    --rule: #37332e;
    --rule-strong: #857e72;
    --accent: #74c5bd;
    --accent-deep: #93d6cf;
    --accent-wash: #17302f;
    --on-accent: #0c1f1e;
    --red: #f39489;
    --red-wash: #3a1f1c;
    --amber: #e3b262;
  }
}

*, *::before, *::after { box-sizing: border-box; }

html { -webkit-text-size-adjust: 100%; }

body {
  margin: 0;
  min-height: 100vh;
  min-height: 100dvh;
  display: grid;
  grid-template-rows: auto 1fr auto;
  background: var(--paper);
  color: var(--ink);
  font: 400 1rem/1.5 var(--sans);
}

h1, h2, p, ul { margin: 0; padding: 0; }

a { color: var(--accent); text-decoration-thickness: 1px; text-underline-offset: 0.2em; }
a:hover { color: var(--accent-deep); text-decoration-thickness: 2px; }

:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }

.brand {
  display: inline-flex;
  align-items: center;
  gap: 10px;
  min-height: 44px;
  color: var(--ink);
  font: 600 1.25rem/1 var(--serif);
  letter-spacing: -0.01em;
  text-decoration: none;
}
.brand:hover { color: var(--ink); text-decoration: underline; }
.brand svg { width: 28px; height: 28px; }

.mark-ground { fill: ${brand.mark.ground}; }
.mark-pen { fill: none; stroke: ${brand.mark.pen.colour}; stroke-width: ${brand.mark.stroke}; stroke-linecap: round; stroke-linejoin: round; }
.mark-line { fill: none; stroke: ${brand.mark.line.colour}; stroke-width: ${brand.mark.stroke}; stroke-linecap: round; }

.head { padding: 16px 24px; }

main { width: 100%; max-width: calc(26rem + 48px); margin: 0 auto; padding: 16px 24px 32px; }
main.plain { max-width: calc(34rem + 48px); padding-top: 32px; }
main.plain form { max-width: 26rem; }

h1 { font: 600 1.625rem/1.25 var(--sans); letter-spacing: -0.01em; }

.lead { margin-top: 8px; color: var(--ink-soft); }

form { margin-top: 24px; display: grid; gap: 20px; }
.names { display: grid; gap: 20px; align-items: end; }

label { display: block; font-weight: 600; }

.hint { color: var(--ink-soft); font-size: 0.875rem; line-height: 1.45; }

.field { display: grid; gap: 6px; align-content: start; }

input {
  width: 100%;
  min-height: 46px;
  padding: 8px 12px;
  border: 1px solid var(--rule-strong);
  border-radius: 4px;
  background: var(--paper-raised);
  color: var(--ink);
  font: inherit;
}
input:hover { border-color: var(--ink-soft); }
input:focus-visible { border-color: var(--accent); outline: 2px solid var(--accent); outline-offset: 1px; }
input[aria-invalid="true"] { border: 2px solid var(--red); padding: 7px 11px; }

.choice label { display: grid; grid-template-columns: auto 1fr; gap: 10px; align-items: center; min-height: 44px; }
.choice input { width: 20px; min-height: 20px; height: 20px; margin: 0; padding: 0; accent-color: var(--accent); }
.choice .hint { padding-left: 30px; }

.fault { color: var(--red); font-size: 0.875rem; font-weight: 600; line-height: 1.4; }

button, .button {
  display: inline-block;
  width: 100%;
  min-height: 48px;
  padding: 10px 24px;
  border: 0;
  border-radius: 4px;
  background: var(--accent);
  color: var(--on-accent);
  font: 600 1rem/1.75 var(--sans);
  text-align: center;
  text-decoration: none;
  cursor: pointer;
  transition: background-color 150ms ease-out;
}
button:hover, .button:hover { background: var(--accent-deep); color: var(--on-accent); }
.button { width: auto; margin-top: 24px; }

.aside { margin-top: -8px; font-size: 0.9375rem; }
.aside a, .back a { display: inline-flex; align-items: center; min-height: 24px; }

button.quiet, .button.quiet { background: none; border: 1px solid var(--rule-strong); color: var(--ink); }
button.quiet:hover, .button.quiet:hover { background: var(--paper-sunken); color: var(--ink); border-color: var(--ink-soft); }

.brokers { margin-top: 20px; display: grid; gap: 12px; }
.brokers .button { width: 100%; margin: 0; }
.or { display: grid; grid-template-columns: 1fr auto 1fr; gap: 12px; align-items: center; color: var(--ink-soft); font-size: 0.875rem; }
.or::before, .or::after { content: ""; border-top: 1px solid var(--rule); }

.back { font-size: 0.9375rem; }
.tabs { margin: 16px 0 32px; border-bottom: 1px solid var(--rule); }
.tabs ul { list-style: none; display: flex; flex-wrap: wrap; gap: 0 24px; }
.tabs a { display: flex; align-items: center; min-height: 44px; color: var(--ink-soft); text-decoration: none; white-space: nowrap; border-bottom: 2px solid transparent; margin-bottom: -1px; }
.tabs a:hover { color: var(--ink); border-color: var(--rule-strong); }
.tabs a[aria-current] { color: var(--ink); font-weight: 600; border-color: var(--accent); }

.done { margin-bottom: 24px; padding: 12px 16px; border: 1px solid var(--accent); border-left-width: 4px; border-radius: 4px; background: var(--accent-wash); }

.section { margin-top: 40px; padding-top: 32px; border-top: 1px solid var(--rule); }
.section h2 { font: 600 1.25rem/1.3 var(--sans); }
.first { margin-top: 16px; padding: 4px 0 4px 14px; border-left: 3px solid var(--accent); }
.summary + .lead { margin-top: 20px; }
.section .done { margin: 16px 0; }
.rows { list-style: none; margin-top: 24px; border-top: 1px solid var(--rule); }
.rows li { display: flex; align-items: center; justify-content: space-between; gap: 16px; padding: 14px 0; border-bottom: 1px solid var(--rule); }
.rows li > div { display: grid; gap: 2px; }
.rows p { display: flex; flex-wrap: wrap; column-gap: 16px; }
.rows span { color: var(--ink-soft); font-size: 0.875rem; }
.rows form { margin: 0; flex: none; }
.rows button { width: auto; min-height: 40px; padding: 4px 16px; font-size: 0.9375rem; }
.rows .tag { flex: none; color: var(--accent); font-weight: 600; }

.pair { display: flex; flex-wrap: wrap; gap: 12px; }
.pair button, .pair .button { width: auto; flex: 1 1 auto; margin: 0; }
.steps { margin-top: 24px; padding-left: 20px; display: grid; gap: 28px; }
.steps li > p + p, .steps .qr + p { margin-top: 12px; }
.qr { display: block; width: 220px; max-width: 100%; height: auto; margin-top: 12px; border: 1px solid var(--rule); border-radius: 4px; }
.qr-paper { fill: #ffffff; }
.qr-ink { fill: #000000; }
code { font: 1.0625rem/1.5 ui-monospace, "Cascadia Mono", "DejaVu Sans Mono", monospace; }
.key code { user-select: all; overflow-wrap: anywhere; }
.visually-hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.codes { list-style: none; margin: 24px 0 16px; padding: 20px 24px; display: grid; grid-template-columns: repeat(2, auto); justify-content: space-evenly; gap: 10px 16px; background: var(--paper-sunken); border: 1px solid var(--rule); border-radius: 4px; user-select: all; }
.other + .hint { margin-top: 12px; }
.codes + .hint { margin-bottom: 20px; }

.summary {
  margin-top: 20px;
  padding: 14px 16px;
  border: 1px solid var(--red);
  border-left-width: 4px;
  border-radius: 4px;
  background: var(--red-wash);
}
.summary h2 { font: 600 1rem/1.4 var(--sans); color: var(--red); }
.summary ul { list-style: none; margin-top: 4px; display: grid; gap: 4px; }
.summary a, .summary p { color: var(--ink); }
.summary p { margin-top: 4px; }

.other { margin-top: 24px; padding-top: 20px; border-top: 1px solid var(--rule); }
.other a { font-weight: 600; }

.promise { padding: 32px 24px; background: var(--paper-sunken); border-top: 1px solid var(--rule); }
.promise-inner { max-width: 26rem; margin: 0 auto; }
.promise h2 { font: 500 1.25rem/1.35 var(--serif); letter-spacing: -0.01em; text-wrap: balance; }
.promise ul { list-style: none; margin-top: 16px; text-wrap: pretty; display: grid; gap: 12px; color: var(--ink-soft); }
.promise li { padding-left: 16px; border-left: 2px solid var(--accent); }
.promise .drawing, .promise .brand { display: none; }

.sheet { fill: var(--paper-raised); stroke: var(--rule); }
.sheet-fold { fill: var(--paper); stroke: var(--rule); }
.sheet-title { stroke: var(--ink); stroke-width: 5; stroke-linecap: round; }
.sheet-line { stroke: var(--rule-strong); stroke-width: 3; stroke-linecap: round; opacity: 0.45; }
.sheet-solid { stroke: var(--accent); stroke-width: 2.5; }
.sheet-dotted { stroke: var(--amber); stroke-width: 2.5; stroke-dasharray: 2.5 4; }
.sheet-margin { stroke: var(--accent); stroke-width: 4; }
.sheet-margin-faint { stroke: var(--amber); stroke-width: 4; }

.foot { padding: 16px 24px 24px; display: flex; flex-wrap: wrap; justify-content: center; gap: 0 16px; font-size: 0.875rem; }
.foot a { display: inline-flex; align-items: center; min-height: 32px; }

@media (min-width: 30rem) {
  .names { grid-template-columns: 1fr 1fr; }
}

@media (min-width: 60rem) {
  body.two-columns {
    grid-template-columns: minmax(24rem, 11fr) 13fr;
    grid-template-rows: 1fr auto;
    grid-template-areas: "promise main" "promise foot";
  }
  .two-columns .head { display: none; }
  .two-columns .promise .brand { display: inline-flex; }
  .two-columns main { grid-area: main; align-self: center; padding-top: 48px; padding-bottom: 48px; }
  .two-columns .promise { grid-area: promise; padding: 28px 56px; border-top: 0; border-right: 1px solid var(--rule); display: grid; grid-template-rows: auto 1fr; }
  .two-columns .foot { grid-area: foot; }
  .two-columns .promise-inner { max-width: 27rem; margin: 0 auto; align-self: center; padding: 24px 0 72px; }
  .two-columns .promise h2 { font-size: 2.125rem; line-height: 1.2; }
  .two-columns .promise ul { margin-top: 28px; gap: 16px; }
  .two-columns .promise .drawing { display: block; width: 15rem; height: auto; margin-bottom: 36px; }
  .head { padding: 28px 56px; }
}

@media (prefers-reduced-motion: reduce) {
  button, .button { transition: none; }
}

@media print {
  .head, .foot, .back, .tabs, .done, .pair, .hint { display: none; }
}

@media (forced-colors: active) {
  .qr { forced-color-adjust: none; }
  button, .button { border: 1px solid ButtonText; }
  .tabs a[aria-current] { border-color: Highlight; }
}
`
