import { once } from 'node:events'
import type { FolderState } from '#server/authoring/folder-draft.ts'
import { Refusal, required, type Command, type Desk } from './command.ts'
import { adviceOf, folderOf, knownShape } from './page.ts'

const USUAL_PORT = 4000

export const pagePreview: Command = {
  words: ['page', 'preview'],
  takes: ['DIR'],
  options: { '--tenant': 'ID', '--port': '[N]' },
  // A whole site, but for what it sends: it refuses every form.
  uses: ['identity', 'translation'],
  summary: 'show the site with the pages of a folder while you write',
  details: `Serves the tenant's site at http://localhost:N (${USUAL_PORT} where none is named) with the pages of DIR instead of the stored ones, and
loads the page again whenever a file changes. Faults are told here and on the page, which stays as it was before them. Nothing
is written to the database, and nobody but this machine can see it. Ctrl-C ends it. page import --help tells of the folder.`,
  async run(desk, [given], { '--tenant': id = '', '--port': asked }) {
    const folder = folderOf(desk, required(given))
    const tenant = knownShape(id)
    if (asked !== undefined && !(/^\d{1,5}$/.test(asked) && Number(asked) <= 65_535))
      throw new Refusal('--port is a whole number from 0 to 65535.')
    const { build } = await import('../build.ts')
    if (build()) desk.note('The site was built.')
    await desk.withDatabase(
      async ({ directUrl }) => {
        const ended = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
        // Loaded late: it reads what the build has just made.
        const { openPreview } = await import('#server/authoring/preview.ts')
        const opened = await openPreview({
          config: desk.config,
          url: directUrl,
          tenant,
          folder,
          port: Number(asked ?? USUAL_PORT),
          onChange: (state, pages) => tell(desk, state, pages),
        })
        if (!opened.ok) throw new Refusal(`There is no tenant ${id}.`)
        desk.say(`http://localhost:${opened.preview.port}`)
        desk.note('Ctrl-C ends the preview.')
        await ended
        await opened.preview.stop()
      },
      { asItIs: true, untilEnded: true },
    )
  },
}

function tell(desk: Desk, { faults, advice }: FolderState, pages: number): void {
  desk.note(
    faults.length > 0
      ? faults.join('\n')
      : `${new Date().toTimeString().slice(0, 8)} ${pages} ${pages === 1 ? 'page' : 'pages'}, no faults`,
  )
  if (faults.length === 0 && advice.length > 0) desk.note(adviceOf(advice))
}
