/** Payments are in pounds; the other currencies are only shown (specification, section 9). */
export const currencies = ['GBP', 'USD', 'EUR', 'CAD', 'AUD'] as const
export type Currency = (typeof currencies)[number]

const rates: Record<Currency, number> = { GBP: 1, USD: 1.25, EUR: 1.15, CAD: 1.65, AUD: 1.85 }

/** A price in pounds converted to another currency, rounded to whole units and formatted in the language. */
export function formatPrice(language: string, pounds: number, currency: Currency): string {
  // French would write £GB to distinguish other pounds; here only the dollars need that.
  const currencyDisplay = currency === 'GBP' ? 'narrowSymbol' : 'symbol'
  return new Intl.NumberFormat(language, {
    style: 'currency',
    currency,
    currencyDisplay,
    maximumFractionDigits: 0,
  }).format(Math.round(pounds * rates[currency]))
}
