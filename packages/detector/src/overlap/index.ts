export {
  type CommonPassage,
  commonFrom,
  compareTexts,
  type Overlap,
  type OverlapRange,
  overlapLimits,
  type SharedPassage,
  type SharingPair,
} from './compare-texts.ts'
