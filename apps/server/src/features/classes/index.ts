// Classes and students of a teacher, and the bin from which they, documents and cases can be restored. The
// only way in for other features and for main.
export {
  bindBin,
  emptyBin,
  listAwaitingReference,
  listBinFiles,
  listBinFilesAmong,
  readUnprocessedBinBytes,
} from './bin/bin.ts'
export { moveToBin } from './bin/keep-rows.ts'
export {
  bindClassGroups,
  createClassGroup,
  createSampleClass,
  forgetClassDeletion,
  freeClassName,
  hasSampleClass,
  rejoinClasses,
  removeSampleClass,
} from './class-groups/class-groups.ts'
export {
  type ClassGroupNames,
  isMember,
  listOwnClassIds,
  lockClassGroup,
  lockClassGroupsByName,
  readClassGroup,
  readClassGroupNames,
} from './class-groups/read-class-groups.ts'
export { classGroups } from './class-groups/tables.ts'
export { addMember, addMembers, removeMembers } from './students/members.ts'
export { bindStudents } from './students/routes.ts'
export {
  deleteAnyStudent,
  forgetStudentDeletion,
  freeExternalId,
  fullName,
  listStudents,
  lockStudent,
  lockStudents,
  readSortName,
  readStudent,
  readStudentEmail,
  readStudentName,
  readStudentNames,
  type StudentNames,
  type StudentsDependencies,
  sortName,
} from './students/students.ts'
export { students } from './students/tables.ts'
export { uploadStudents } from './students/upload-students.ts'
