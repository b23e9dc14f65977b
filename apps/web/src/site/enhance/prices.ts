import { currencies, writePrice } from '../../features/public-site/pricing/prices.ts'

/** Shows the prices in another currency. Payments stay in pounds, and the page says so. */
export function changePrices(): void {
  const box = document.querySelector<HTMLElement>('[data-currency]')
  const select = box?.querySelector('select')
  if (!box || !select) return
  box.hidden = false
  select.addEventListener('change', () => {
    const currency = currencies.find((one) => one === select.value) ?? 'GBP'
    for (const price of document.querySelectorAll<HTMLElement>('[data-pounds]'))
      price.textContent = writePrice(document.documentElement.lang, Number(price.dataset.pounds), currency)
    for (const note of document.querySelectorAll<HTMLElement>('[data-approximate]')) note.hidden = currency === 'GBP'
  })
}
