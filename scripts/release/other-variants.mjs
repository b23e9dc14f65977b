/**
 * Packages that carry compiled code for every system, or fonts and models in many variants, of which the
 * product loads one or two.
 */
const variantsOf = {
  '@expo-google-fonts/source-sans-3/':
    /(?:\/(?:400Regular|600SemiBold)\/\w+\.ttf|\.(?:js|json|md)|LICENSE\w*)$/,
  '@expo-google-fonts/source-serif-4/':
    /(?:\/(?:400Regular|600SemiBold)\/\w+\.ttf|\.(?:js|json|md)|LICENSE\w*)$/,
  '@tesseract.js-data/eng/': /(?:\/4\.0\.0_best_int\/\w+\.traineddata\.gz|\.(?:js|json|md))$/,
  '@tesseract.js-data/fra/': /(?:\/4\.0\.0_best_int\/\w+\.traineddata\.gz|\.(?:js|json|md))$/,
  'dejavu-fonts-ttf/ttf/': /\/DejaVuSans(?:-Bold)?\.ttf$/,
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
export const foldersOfVariants = [
  '@expo-google-fonts/source-sans-3',
  '@expo-google-fonts/source-serif-4',
  '@tesseract.js-data/eng',
  '@tesseract.js-data/fra',
  'dejavu-fonts-ttf/ttf',
  'onnxruntime-node/bin',
  'onnxruntime-web/dist',
  'tesseract.js-core',
]
