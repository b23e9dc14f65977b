// Before the first paint of a public page: whoever is signed in goes on from / to the dashboard. The server
// writes it into the page and allows it by its hash.
if (location.pathname === '/' && Object.keys(localStorage).some((key) => key.startsWith('oidc.user:')))
  location.replace('/dashboard')
