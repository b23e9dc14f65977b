/**
 * V8 optimises a WebAssembly function once it has run this many bytes of it. At fifty times V8's default, opening the embedded database takes 1.2
 * seconds less of the processor, and queries are as fast after it: most functions that seem hot then hardly run again.
 */
export const optimiseLater = '--wasm-tiering-budget=90000000'
