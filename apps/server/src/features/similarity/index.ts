// What texts share: within a class, with earlier years, with sources, and across the school. The only way in
// for other features and for main.
export { comparisonWorker, sendMissingComparisons, sweepComparisons } from './compare-documents.ts'
export { compareWhenComplete } from './compare-when-complete.ts'
export {
  compareAgain,
  compareRestored,
  compareWithEarlierSoon,
  earlierDocumentsWorker,
  sendMissingEarlier,
} from './earlier/compare-with-earlier.ts'
export { readClosestEarlier, readEarlierOverlap, readPrintedEarlierOverlap } from './earlier/read-earlier.ts'
export { recordKnownPairs } from './known-pairs.ts'
export { bindOverlap, readDocumentOverlap } from './overlap.ts'
export { sendMissingSources, sourceWorker } from './read-source.ts'
export { readPrintedSchoolOverlap, readSchoolMatches } from './school/read-matches.ts'
export { isSchoolCompared } from './school/setting.ts'
export { bindSchoolComparison, endSchoolComparison, endSchoolDay } from './school.ts'
export { isComparing, readClosest } from './sharing.ts'
export { readSourceMatches } from './sources/read-matches.ts'
export { bindSources, listSourceFiles, listSourceFilesAmong } from './sources.ts'
