import { request } from 'node:http'
import { STAFF_PATH } from '#contract/call.ts'
import type { CallInput, CallName, Output } from '#contract/calls.ts'
import { STAFF_LABEL } from '#contract/tenant-file/reserved.ts'
import { cookieNames } from '#server/context/cookies.ts'
import type { TenantId } from '#server/database/db.ts'

/**
 * A person of the salon at the address of one server process, as their browser asks it. `post` sends a call,
 * `get` reads a document at its path with a query. Both reject with status and text of an answer that is not
 * 200, and where there is none.
 */
export function deskAt(port: () => number, tenant: TenantId, token: string) {
  const host = `${STAFF_LABEL}${tenant}.localhost`
  const ask = (method: 'GET' | 'POST', path: string, body: string): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const sent = request(
        {
          host: '127.0.0.1',
          port: port(),
          path: `/api${STAFF_PATH}${path}`,
          method,
          headers: {
            host: `${host}:${port()}`,
            origin: `http://${host}:${port()}`,
            cookie: `${cookieNames(false).staff}=${token}`,
            'content-type': 'application/json',
          },
        },
        async (answer) => {
          try {
            const chunks: Buffer[] = []
            for await (const chunk of answer) chunks.push(chunk as Buffer)
            const text = Buffer.concat(chunks).toString()
            if (answer.statusCode === 200) resolve(JSON.parse(text))
            else reject(new Error(`${path} ${answer.statusCode} ${text}`))
          } catch (error) {
            reject(error)
          }
        },
      )
      sent.on('error', reject)
      sent.end(body)
    })
  return {
    post: <K extends CallName>(call: K, input: CallInput<K>) =>
      ask('POST', `/${call}`, JSON.stringify(input)) as Promise<Output<K>>,
    get: (path: string) => ask('GET', path, ''),
  }
}
