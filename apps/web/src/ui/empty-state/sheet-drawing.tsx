import classes from './empty-state.module.css'

/** A sheet of paper: blank, with a torn path, or with a broken line. Decoration only. */
export function SheetDrawing({ kind }: { kind: 'sheet' | 'lost' | 'trouble' }) {
  return (
    <svg className={classes.drawing} viewBox="0 0 96 72" aria-hidden="true">
      <path className={classes.page} d="M26 6h32l14 14v46H26z" />
      <path className={classes.line} d="M58 6v14h14" />
      {kind === 'sheet' && <path className={classes.accent} d="M34 32h26M34 41h30M34 50h16" />}
      {kind === 'lost' && <path className={classes.accent} strokeDasharray="4 5" d="M34 34c10-8 18 8 28 0M34 50c10-8 18 8 28 0" />}
      {kind === 'trouble' && <path className={classes.accent} d="M34 44h9l4-9 6 16 4-7h7" />}
      <path className={classes.line} d="M10 66h76" />
    </svg>
  )
}
