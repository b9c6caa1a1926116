import { isNotFound } from '#web/request/call-errors.ts'
import { getPageContext } from '#web/request/page-context.ts'
import type { Route } from './+types/calendar'

/** The visit as an iCalendar file (RFC 5545). */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { call } = getPageContext(context)
  try {
    const { name, ics } = await call('getCalendarFile', { handle: params.handle })
    return new Response(ics, {
      headers: {
        'content-type': 'text/calendar; charset=utf-8',
        'content-disposition': `attachment; filename="${name}"`,
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex',
      },
    })
  } catch (error) {
    if (isNotFound(error)) return new Response('Not Found', { status: 404 })
    throw error
  }
}
