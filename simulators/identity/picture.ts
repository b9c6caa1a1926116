import type { IncomingMessage, ServerResponse } from 'node:http'
import sharp from 'sharp'
import { findPerson } from './people.ts'

const colors = ['#7a4b2a', '#2f5d62', '#6b3fa0', '#99582a', '#386641']

/** Responds with a person's profile picture. */
export const pictureOf =
  (id: string) =>
  async (_request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const person = findPerson(id)
    if (!person) {
      response.writeHead(404).end()
      return
    }
    // No text: loading fonts takes seconds the first time.
    const svg =
      `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256"><rect width="256" ` +
      `height="256" fill="${colors[Number(id) % colors.length] ?? ''}"/><g fill="#fff" ` +
      `opacity=".85"><circle cx="128" cy="104" r="48"/><path d="M32 256a96 88 0 0 1 192 0z"/></g></svg>`
    response
      .writeHead(200, { 'content-type': 'image/png' })
      .end(await sharp(Buffer.from(svg)).png().toBuffer())
  }
