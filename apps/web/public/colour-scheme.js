// Sets the colour scheme before the first paint. A file of its own because the content security policy
// forbids inline scripts.
const stored = localStorage.getItem('penmark.colour-scheme')
const dark = stored === 'dark' || (stored !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
