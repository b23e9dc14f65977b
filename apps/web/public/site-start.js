// Before the first paint of a public page: whoever is signed in goes on from / to the dashboard. A file of its own because the content
// security policy forbids inline scripts.
if (location.pathname === '/' && Object.keys(localStorage).some((key) => key.startsWith('oidc.user:'))) location.replace('/dashboard')
