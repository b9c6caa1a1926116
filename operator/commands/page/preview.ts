import { once } from 'node:events'
import type { FolderState } from '#operator/preview/folder-draft.ts'
import { required, UnknownTenant, type Command, type CommandContext } from '#operator/command-line/command.ts'
import { formatWarnings, requireFolder } from './page.ts'
import { parseTenantId } from '#operator/command-line/owner.ts'
import { parsePort } from '#operator/command-line/port.ts'

const DEFAULT_PORT = 4000

export const pagePreview: Command = {
  name: ['page', 'preview'],
  positionals: ['DIR'],
  options: { '--tenant': 'ID', '--port': '[N]' },
  // The preview needs the settings of a whole site except sending, since it rejects forms.
  uses: ['identity', 'translation'],
  summary: 'Preview the site with the pages of a folder',
  details: `\
Serves the tenant's site at http://localhost:N (default ${DEFAULT_PORT}), only for this machine, with the
pages of DIR instead of the stored ones. Reloads the page when a file changes. Errors are shown here and on
the page, which keeps its last valid state. Nothing is written to the database. Ctrl-C ends it. page import
--help describes the folder.`,
  async run(context, [given], { '--tenant': id = '', '--port': port }) {
    const folder = requireFolder(context, required(given))
    const tenant = parseTenantId(id)
    const wanted = parsePort(port, DEFAULT_PORT)
    const { build } = await import('#operator/launch/build.ts')
    if (build()) context.printStatus('Front end built.')
    await context.withDatabase(
      async ({ directUrl }) => {
        const ended = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
        // Imported late: it reads the output of the build.
        const { openPreview } = await import('#operator/preview/preview.ts')
        const opened = await openPreview({
          config: context.config,
          url: directUrl,
          tenant,
          folder,
          port: wanted,
          onChange: (state, pages) => printState(context, state, pages),
        })
        if (!opened.ok) throw new UnknownTenant(id)
        context.printLine(`http://localhost:${opened.preview.port}`)
        context.printStatus('Ctrl-C ends the preview.')
        await ended
        await opened.preview.stop()
      },
      { withoutMigrations: true, handlesSignals: true },
    )
  },
}

function printState(context: CommandContext, { errors, warnings }: FolderState, pages: number): void {
  context.printStatus(
    errors.length > 0
      ? errors.join('\n')
      : `${new Date().toTimeString().slice(0, 8)} ${pages} ${pages === 1 ? 'page' : 'pages'}, no errors`,
  )
  if (errors.length === 0 && warnings.length > 0) context.printStatus(formatWarnings(warnings))
}
