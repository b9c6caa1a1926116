import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Characters of a socket's path; the system allows 108 bytes with the final zero. */
const MAX_PATH_BYTES = 107

const socketPath = (folder: string, port: number) => join(folder, `.s.PGSQL.${port}`)

/** The setting `unix_socket_directories`: empty if the folder's path cannot be in it. */
export const socketFolder = (folder: string, port: number): string =>
  Buffer.byteLength(socketPath(folder, port)) > MAX_PATH_BYTES || /[",\\]/.test(folder) ? '' : `"${folder}"`

/**
 * The connection URL of a database of the embedded PostgreSQL in a folder. It names the Unix socket, which
 * takes half the processor time of TCP and which only the folder's owner can open. Without a socket (the path
 * is too long, or an older version started the postmaster) it names the TCP port.
 */
export function urlAt(
  { folder, port }: { folder: string; port: number },
  { role, password, database }: { role: string; password: string; database: string },
): string {
  const host = existsSync(socketPath(folder, port)) ? encodeURIComponent(folder) : '127.0.0.1'
  return `postgresql://${role}:${password}@${host}:${port}/${database}`
}
