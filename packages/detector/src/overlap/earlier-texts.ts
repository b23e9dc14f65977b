export { compareWithOthers, compareWithSources, type OtherTexts } from './compare-with-others.ts'
export { fingerprintsToKeep, fingerprintsToLookUp, fingerprintVersion } from './kept-fingerprints.ts'
