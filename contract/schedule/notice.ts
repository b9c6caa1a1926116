import * as v from 'valibot'
import { absenceKinds } from '#domain/availability/absence.ts'
import { noticeKinds } from '#domain/staff/notice.ts'
import { id, instant } from '../field/field-schemas.ts'
import { SavePushSubscription } from '../guest/push.ts'
import { changeActors } from './visit-change.ts'

const tenantId = v.optional(id)

export const NoticesInput = v.object({ tenantId })
const told = {
  id: v.string(),
  at: instant,
  actor: v.picklist(changeActors),
  /** Of the person of the salon who has made the change. */
  name: v.nullable(v.string()),
  start: instant,
  end: instant,
  seen: v.boolean(),
}
const VisitNotice = v.object({
  ...told,
  kind: v.picklist(noticeKinds),
  visitId: v.string(),
  number: v.nullable(v.string()),
  firstname: v.string(),
  services: v.array(v.string()),
  /** Where it was, if it was moved to another time. */
  before: v.nullable(instant),
  /** Who performs it now, if they are others than before. */
  members: v.array(v.string()),
})
/** An absence that was entered for the reader. `date`: of its start; `wholeDays`: midnight to midnight. */
const AbsenceNotice = v.object({
  ...told,
  kind: v.literal('absence'),
  absence: v.picklist(absenceKinds),
  date: v.string(),
  wholeDays: v.boolean(),
})
/** What others have changed in the last days that concerns the reader, the latest first. */
export const Notices = v.object({
  documents: v.array(v.variant('kind', [VisitNotice, AbsenceNotice])),
})
/** `until`: the time of the latest one that the reader has seen. */
export const MarkNoticesSeen = v.object({ tenantId, until: instant })
export const NoticesMarked = v.object({ success: v.literal(true) })

const settings = { push: v.boolean(), mail: v.boolean(), tomorrow: v.boolean() }
/** `pushKey`: what a browser subscribes with, in base64url; null where there is no push. */
export const NoticeSettings = v.object({ ...settings, pushKey: v.nullable(v.string()) })
export const UpdateNoticeSettings = v.partial(v.object({ tenantId: id, ...settings }))

const { endpoint, keys } = SavePushSubscription.entries
export const SaveStaffPush = v.object({ tenantId, endpoint, keys })
export const RemoveStaffPush = v.object({ tenantId, endpoint })
