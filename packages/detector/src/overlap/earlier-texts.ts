export {
  type ColleagueText,
  compareAcrossTeachers,
  type SharedStretch,
  type WithColleague,
} from './across-teachers.ts'
export {
  compareWithOthers,
  compareWithSources,
  type OtherTexts,
  type TextWithSources,
} from './compare-with-others.ts'
export { fingerprintsToKeep, fingerprintsToLookUp, fingerprintVersion } from './kept-fingerprints.ts'
