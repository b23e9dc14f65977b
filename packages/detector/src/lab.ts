/** What the lab needs from the detector for training and measuring. The product only imports `index.ts`. */

export { maxUnfamiliarScore } from './detector.ts'
export { type ContextReader, Encoder, type EncoderModel, runningSums } from './encoder/encoder.ts'
export { classCount, Vocabulary } from './encoder/vocabulary.ts'
export { findFacts } from './facts.ts'
export { gramBits, gramHashes, gramSlots, gramSpans } from './features/grams.ts'
export { hashText, mix } from './features/hash.ts'
export {
  measureStyle,
  type StyleFacts,
  styleBin,
  styleBins,
  styleMeasures,
  styleSize,
} from './features/style.ts'
export { fact, type TokenFacts, tokenFacts, wordSeed } from './features/token-facts.ts'
export { kindOfText, knownShare } from './insights.ts'
export {
  bandOf,
  flaggedRarity,
  logOddsAt,
  pValue,
  rarityOf,
  scoreOf,
  shareAt,
  standardise,
  statisticAt,
} from './model/calibrate.ts'
export { bitsOf, CreativeOdds, doubtFrom } from './model/creative.ts'
export { readHashes, readModel, type WritableModel, writeModel } from './model/format.ts'
export { GramIndex, WordSet } from './model/hash-sets.ts'
export {
  type ClassifiedKind,
  classifiedKinds,
  type Kind,
  type KindHead,
  kindMeasures,
  kindOf,
  kindProbabilities,
  measureKind,
} from './model/kind.ts'
export { Lexicon } from './model/lexicon.ts'
export type {
  Bag,
  CalibrationBand,
  CreativeReader,
  KindOffset,
  LengthScale,
  MachineBand,
  Model,
  NullBand,
  PhraseTexts,
  ProbabilityBand,
  RetellingOffset,
  SegmentationModel,
  StyleBand,
} from './model/model.ts'
export {
  countWeight,
  longestPart,
  numbersOf,
  Predictor,
  type Prepared,
  rankGrams,
  wordsBetween,
} from './model/predict.ts'
export { retellingOffset } from './model/retellings.ts'
export { type ScannedRange, scan, stretchesOf, stretchWords, wordStarts } from './model/scan.ts'
export { withoutShortRuns } from './passages.ts'
export { normalise } from './text/normalise.ts'
export { type Reading, read } from './text/reading.ts'
export {
  judgeSentences,
  type SentenceTokens,
  segmentationFeatureCount,
  segmentationFeatures,
  segmentationLogOdds,
} from './windows.ts'
