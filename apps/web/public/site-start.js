// Before the first paint of a public page: whoever is signed in goes on from / to the dashboard, and a language chosen by a link is
// kept for the application. A file of its own because the content security policy forbids inline scripts.
if (location.pathname === '/' && Object.keys(localStorage).some((key) => key.startsWith('oidc.user:'))) location.replace('/dashboard')
const chosen = new URLSearchParams(location.search).get('lang')
if (chosen !== null && chosen === document.documentElement.lang) localStorage.setItem('penmark.locale', chosen)
