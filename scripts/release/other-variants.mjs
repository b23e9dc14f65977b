/**
 * Packages that carry compiled code or WebAssembly for every system, of which the product loads one variant.
 */
const variantsOf = {
  'onnxruntime-web/dist/':
    /\/(?:ort\.node\.min\.m?js|ort\.wasm\.bundle\.min\.mjs|ort-wasm-simd-threaded\.(?:mjs|wasm))$/,
  'tesseract.js-core/tesseract-core': /\/tesseract-core-simd-lstm\.(?:js|wasm)$/,
}

/**
 * Whether a file of a package, by its path, is compiled for another system or is a variant that nothing here
 * loads.
 */
export function isOtherVariant(file, { os, cpu }) {
  const [, folder] = /\/onnxruntime-node\/bin\/napi-v\d+\/(\w+\/\w+)\//.exec(file) ?? []
  if (folder !== undefined) return folder !== `${os}/${cpu}`
  return Object.entries(variantsOf).some(
    ([place, loaded]) => file.includes(`node_modules/${place}`) && !loaded.test(file),
  )
}

/** Folders of installed packages that hold such files. */
export const foldersOfVariants = ['onnxruntime-node/bin', 'onnxruntime-web/dist', 'tesseract.js-core']
