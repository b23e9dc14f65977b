/** How a report is asked for, without the schema of its answer: the web asks while it loads the page. */
export const reportCall = { method: 'GET', path: '/results/document/:id', access: 'teacher' } as const
