/** The product's mark, beside its name. */
export function Mark({ size = 26 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="6" fill="#146665" />
      <path
        d="M9 25V8h8.2a5.6 5.6 0 0 1 0 11.2H13"
        fill="none"
        stroke="#fbfaf7"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <path d="M18 25h5" stroke="#e0ae55" strokeWidth="3" strokeLinecap="round" />
    </svg>
  )
}
