export const taskListAddress = '/writing'

export const newTaskAddress = '/writing/new'

export const taskAddress = (id: string) => `/writing/${encodeURIComponent(id)}`

export const changeTaskAddress = (id: string) => `${taskAddress(id)}/change`

/** The tasks of one class. */
export const classTasksAddress = (classId: string) => `/writing?${new URLSearchParams({ class: classId })}`

/** How one student's text came to be. */
export const submissionAddress = (id: string) => `/writing/submissions/${encodeURIComponent(id)}`
