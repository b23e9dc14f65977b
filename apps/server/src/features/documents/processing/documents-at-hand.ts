/** A document, and whose it is. */
interface Owned {
  row: { teacher_id: string }
}

/** Counts the documents that each teacher has at hand in this process, and keeps those of a teacher with several apart from others'. */
export function createDocumentsAtHand() {
  const counts = new Map<string, number>()
  const change = ({ row: { teacher_id } }: Owned, by: 1 | -1) => {
    const count = (counts.get(teacher_id) ?? 0) + by
    if (count > 0) counts.set(teacher_id, count)
    else counts.delete(teacher_id)
  }
  return {
    add: (document: Owned) => change(document, 1),
    remove: (document: Owned) => change(document, -1),
    /**
     * Writes the documents of a teacher with several at hand in batches of their own. What the same teacher uploads meanwhile locks rows that
     * such a batch waits for, and everybody in the same batch would wait too.
     */
    apart<In extends Owned, Out>(createBatches: () => (document: In) => Promise<Out>): (document: In) => Promise<Out> {
      const shared = createBatches()
      const ofTeachers = new Map<string, { write: (document: In) => Promise<Out>; waiting: number }>()
      return async (document) => {
        const { teacher_id } = document.row
        if ((counts.get(teacher_id) ?? 0) <= 1) return shared(document)
        const own = ofTeachers.get(teacher_id) ?? { write: createBatches(), waiting: 0 }
        ofTeachers.set(teacher_id, own)
        own.waiting += 1
        try {
          return await own.write(document)
        } finally {
          own.waiting -= 1
          if (own.waiting === 0) ofTeachers.delete(teacher_id)
        }
      }
    },
  }
}
