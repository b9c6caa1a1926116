import { staffCall, staffDocument } from './call.ts'
import * as block from './schedule/block.ts'
import * as bookable from './schedule/bookable.ts'
import * as feed from './schedule/feed.ts'
import * as guest from './schedule/guest-search.ts'
import * as hours from './schedule/hours.ts'
import { PushSubscriptionRemoved, PushSubscriptionSaved } from './guest/push.ts'
import * as notice from './schedule/notice.ts'
import * as party from './schedule/party.ts'
import * as placing from './schedule/placing.ts'
import * as print from './schedule/print.ts'
import * as queue from './schedule/queue.ts'
import * as schedule from './schedule/schedule.ts'
import * as visit from './schedule/salon-visit.ts'

/** The part of the call list for the salon's day. */
export const scheduleCalls = {
  getSchedule: staffDocument('day', '/schedule', {
    input: schedule.ScheduleInput,
    output: schedule.Schedule,
    live: 'schedule',
  }),
  getSalonVisit: staffDocument('day', '/visits/:visit', {
    input: visit.SalonVisitInput,
    output: visit.SalonVisit,
    live: 'schedule',
  }),
  listVisitChanges: staffDocument('day', '/visits/:visit/changes', {
    input: visit.SalonVisitInput,
    output: visit.VisitChanges,
    live: 'schedule',
  }),
  setVisitProgress: staffCall('progress', visit.SetVisitProgress, visit.VisitProgressSet),
  addStaffNote: staffCall('progress', visit.AddStaffNote, visit.StaffNoteAdded),

  listBookable: staffDocument('book', '/bookable', {
    input: bookable.BookableInput,
    output: bookable.Bookable,
  }),
  searchGuests: staffDocument('contact', '/guests', { input: guest.SearchGuests, output: guest.FoundGuests }),
  checkPlacement: staffCall(['book', 'move'], placing.CheckPlacement, placing.PlacementChecked),
  // A week of free times costs as much as several ordinary requests.
  findPlaces: staffDocument(['book', 'move'], '/places', {
    input: placing.PlacesInput,
    output: placing.Places,
    cost: 5,
  }),
  checkSeries: staffCall('book', placing.CheckSeries, placing.SeriesChecked, { cost: 5 }),
  bookVisitBySalon: staffCall('book', placing.BookVisitBySalon, placing.SalonBooked),
  // The times of several persons cost more than those of one.
  findPartyPlaces: staffCall('book', party.PartyPlacesInput, party.PartyPlaces, { cost: 10 }),
  bookPartyBySalon: staffCall('book', party.BookPartyBySalon, party.SalonPartyBooked, { cost: 5 }),
  placeVisit: staffCall('move', placing.PlaceVisit, placing.VisitPlaced),
  cancelVisitBySalon: staffCall('cancel', placing.CancelVisitBySalon, placing.SalonCancelled),
  cancelSeriesBySalon: staffCall('cancel', placing.CancelVisitBySalon, placing.SeriesCancelledBySalon),
  askGuestForOtherTime: staffCall('move', placing.AskForOtherTime, placing.OtherTimeAsked),
  undoVisitChange: staffCall(
    ['book', 'move', 'cancel', 'progress'],
    placing.UndoVisitChange,
    placing.ChangeUndone,
  ),

  previewBlock: staffDocument('block', '/blocks/preview', {
    input: block.PreviewBlock,
    output: block.BlockPreview,
  }),
  addBlock: staffCall('block', block.AddBlock, block.BlockAdded),
  removeBlock: staffCall('block', block.Remove, block.Removed),
  previewDayHours: staffCall('block', block.PreviewDayHours, block.DayHoursPreview),
  setDayHours: staffCall('block', block.SetDayHours, block.DayHoursSet),
  previewHours: staffDocument('day', '/hours', {
    input: hours.PreviewHours,
    output: hours.HoursPreview,
    live: 'schedule',
  }),
  removeDayHours: staffCall('block', block.Remove, block.Removed),
  undoRemoval: staffCall('block', block.UndoRemoval, block.RemovalUndone),
  // It looks for free times of each visit.
  previewHandOver: staffCall('move', block.PreviewHandOver, block.HandOverPreview, { cost: 5 }),
  // Who cancels one of them needs that right too.
  handOverVisits: staffCall('move', block.HandOverVisits, block.HandedOver),

  listStaffNotices: staffDocument('day', '/notices', {
    input: notice.NoticesInput,
    output: notice.Notices,
    live: 'schedule',
  }),
  markStaffNoticesSeen: staffCall('day', notice.MarkNoticesSeen, notice.NoticesMarked),
  getNoticeSettings: staffDocument('day', '/notice-settings', {
    input: notice.NoticesInput,
    output: notice.NoticeSettings,
  }),
  updateNoticeSettings: staffCall('day', notice.UpdateNoticeSettings, notice.NoticeSettings),
  saveStaffPush: staffCall('day', notice.SaveStaffPush, PushSubscriptionSaved),
  removeStaffPush: staffCall('day', notice.RemoveStaffPush, PushSubscriptionRemoved),

  getFeed: staffDocument('day', '/feed', { input: feed.FeedInput, output: feed.Feed }),
  // Whoever has its address reads it without signing in.
  createFeed: staffCall('day', feed.CreateFeed, feed.FeedCreated, { recent: 'always' }),
  removeFeed: staffCall('day', feed.FeedInput, feed.FeedRemoved),
  printSchedule: staffCall('day', print.PrintSchedule, print.PrintedSchedule),

  listQueue: staffDocument('waitlist', '/queue', {
    input: queue.QueueInput,
    output: queue.Queue,
    cost: 5,
  }),
  offerTime: staffCall('waitlist', queue.OfferTime, queue.TimeOffered),
}
