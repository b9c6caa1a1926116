import type { NoticeKind } from '#domain/staff/notice.ts'
import type { TextKey } from './text.ts'

/** What people of the salon are told of a change of a visit; `name` is who comes. */
export const noticeTitles = {
  booked: 'notice.bookedTitle',
  moved: 'notice.movedTitle',
  longer: 'notice.longerTitle',
  shorter: 'notice.shorterTitle',
  cancelled: 'notice.cancelledTitle',
  noted: 'notice.notedTitle',
  asked: 'notice.askedTitle',
} as const satisfies Record<NoticeKind, TextKey>
