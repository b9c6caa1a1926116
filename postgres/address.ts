import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The system allows a path of 108 bytes with the final zero (unix(7)). */
const MAX_PATH_BYTES = 107

const socketPath = (folder: string, port: number) => join(folder, `.s.PGSQL.${port}`)

/** The setting `unix_socket_directories`: empty if the folder's path cannot be in it. */
export const socketFolder = (folder: string, port: number): string =>
  Buffer.byteLength(socketPath(folder, port)) > MAX_PATH_BYTES || /[",\\]/.test(folder) ? '' : `"${folder}"`

/**
 * The connection URL of a database of the running embedded PostgreSQL in a folder. It names the Unix socket,
 * which takes a seventh less processor time for a query than TCP and which only the folder's owner can open.
 * If the postmaster has none (the path is too long, or an older version started it), the URL names its port.
 */
export function urlAt(
  { folder, port }: { folder: string; port: number },
  { role, password, database }: { role: string; password: string; database: string },
): string {
  const host =
    hasSocket(folder) && existsSync(socketPath(folder, port)) ? encodeURIComponent(folder) : '127.0.0.1'
  return `postgresql://${role}:${password}@${host}:${port}/${database}`
}

/** Whether the postmaster's pid file names a folder of sockets; a crash leaves the socket itself behind. */
function hasSocket(folder: string): boolean {
  try {
    return (readFileSync(join(folder, 'cluster', 'postmaster.pid'), 'utf8').split('\n')[4] ?? '') !== ''
  } catch {
    return false
  }
}
