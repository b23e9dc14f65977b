import { brand, type ExportArchive } from '@penmark/contract'
import type { ExportRow } from './store.ts'

/** `penmark-export-2026-11-21.json`. */
export function exportFilename(now: Date, extension: 'json' | 'zip'): string {
  return `${brand.name.toLowerCase()}-export-${now.toISOString().slice(0, 10)}.${extension}`
}

export function toArchive(row: ExportRow): ExportArchive {
  const { id, state, documents_done, documents_total, size_bytes, created_at, expires_at } = row
  return {
    id,
    state,
    documents_done,
    documents_total,
    size_bytes: state === 'ready' ? size_bytes : null,
    created_at: created_at.toISOString(),
    expires_at: state === 'ready' ? (expires_at?.toISOString() ?? null) : null,
  }
}

/** A name that every system can unpack: `0007 essay`, without folders or path characters. */
export function nameInArchive(position: number, original: string, extension?: string): string {
  const clean = original
    .toWellFormed()
    .replace(/[\p{Cc}/\\:*?"<>|]/gu, ' ')
    .trim()
  const stem = extension === undefined ? clean : clean.replace(/\.[^.]*$/, '').trim()
  const short = Array.from(stem || 'document')
    .slice(-100)
    .join('')
    .trim()
  return `${String(position).padStart(4, '0')} ${short}${extension === undefined ? '' : `.${extension}`}`
}
