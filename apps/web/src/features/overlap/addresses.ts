/** What is compared: the documents of a class, or those of an upload. */
export type Compared = { class_group_id: string } | { batch_id: string }

export function sharedPassagesAddress(compared: Compared): string {
  return 'class_group_id' in compared
    ? `/classes/${encodeURIComponent(compared.class_group_id)}/shared-passages`
    : `/uploads/${encodeURIComponent(compared.batch_id)}/shared-passages`
}

export function pairAddress(compared: Compared, pairId: string): string {
  return `${sharedPassagesAddress(compared)}/${encodeURIComponent(pairId)}`
}
