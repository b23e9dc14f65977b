import type { FastifyInstance } from 'fastify'

export interface FormFile {
  name: string
  content: Buffer | string
}

interface FormPost {
  url: string
  fields: Record<string, string>
  files?: FormFile[] | undefined
  headers?: Record<string, string> | undefined
}

/** Posts a multipart form, as a browser does. */
export async function postForm(app: FastifyInstance, { url, fields, files = [], headers = {} }: FormPost) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  for (const { name, content } of files)
    form.append('files', new Blob([new Uint8Array(Buffer.from(content))]), name)
  const request = new Request('http://localhost/', { method: 'POST', body: form })
  const type = request.headers.get('content-type') ?? ''
  return app.inject({
    method: 'POST',
    url,
    headers: { ...headers, 'content-type': type },
    payload: Buffer.from(await request.arrayBuffer()),
  })
}
