interface Name {
  en: string
  fr: string
}

/**
 * The types of files that a teacher can upload, by what a sentence calls them; each type is its extension, with
 * its MIME type, and the one to save a file as comes first. Checks, pickers and sentences read this list. A new
 * type also needs its reader in packages/extract (scripts/file-types.test.ts lists the files).
 */
export const fileKinds = [
  { name: { en: 'PDF', fr: 'PDF' }, types: { pdf: 'application/pdf' } },
  {
    name: { en: 'Word', fr: 'Word' },
    types: {
      docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      doc: 'application/msword',
    },
  },
  {
    name: { en: 'plain text', fr: 'texte brut' },
    brief: { en: 'text', fr: 'texte' },
    types: { txt: 'text/plain' },
  },
] as const satisfies readonly { name: Name; brief?: Name; types: Record<string, string> }[]

export type FileKind = (typeof fileKinds)[number]

type TypeOf<Kind extends FileKind> = Kind extends FileKind ? Extract<keyof Kind['types'], string> : never
export type FileType = TypeOf<FileKind>

export const fileTypes = fileKinds.flatMap(({ types }) => Object.keys(types)) as [FileType, ...FileType[]]

/** The same as a page offers them: alphabetical within a kind. */
export const offeredTypes = fileKinds.flatMap(({ types }) => Object.keys(types).sort()) as FileType[]

export const mimeTypes = Object.assign({}, ...fileKinds.map(({ types }) => types)) as Record<FileType, string>
