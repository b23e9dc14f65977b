// The server's features in rows, the lowest first. A feature imports those of lower rows, and none of its own
// row: there is no cycle between features. ARCHITECTURE.md is drawn from these names.
const rows = [
  { name: 'foundation', features: ['accounts', 'classes'] },
  { name: 'documents', features: ['documents', 'plans'] },
  { name: 'assessment', features: ['similarity', 'authorship', 'cases', 'public'] },
  { name: 'administration', features: ['integrations', 'operations'] },
]

// What the layers below the features may import.
const layers = {
  lib: [],
  locale: ['lib'],
  services: ['lib', 'locale'],
  pdf: ['lib', 'locale', 'services'],
  http: ['lib', 'locale', 'services'],
}

module.exports = { rows, layers }
