/** Example reports that anybody may read: of an essay by a student, and of one by an AI. */
export const exampleIds = ['student', 'ai'] as const
export type ExampleId = (typeof exampleIds)[number]
