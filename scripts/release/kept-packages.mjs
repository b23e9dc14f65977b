/**
 * npm packages that read files of their own: the embedded database (WebAssembly), compiled code, the runtime
 * of the encoder, and the fonts and metrics of PDFs. All others are bundled, because one large file loads in
 * half the processor time of a thousand small ones.
 */
export const unbundled = [
  '@electric-sql/*',
  '@node-rs/argon2',
  'fontkit',
  'onnxruntime-node',
  'onnxruntime-web',
  'pdfmake',
]

/**
 * Packages that the running product needs beside its bundles: those that are not bundled, and those whose
 * files it opens by their path.
 */
export const keptPackages = [
  '@electric-sql/pglite',
  '@electric-sql/pglite-prepopulatedfs',
  '@expo-google-fonts/source-sans-3',
  '@expo-google-fonts/source-serif-4',
  '@fontsource-variable/source-sans-3',
  '@fontsource-variable/source-serif-4',
  '@node-rs/argon2',
  '@tesseract.js-data/eng',
  '@tesseract.js-data/fra',
  'dejavu-fonts-ttf',
  'fontkit',
  'onnxruntime-node',
  'onnxruntime-web',
  'pdfmake',
  'tesseract.js-core',
]
