import { staffCall, staffDocument, staffEntry } from './call.ts'
import { RegistrationOptions, SignInOptions } from './identity/passkey.ts'
import * as audit from './staff/audit.ts'
import * as device from './staff/device.ts'
import * as signIn from './staff/sign-in.ts'
import * as staff from './staff/staff.ts'

/** The part of the call list for the salon's own site: who works there, and how they sign in. */
export const staffCalls = {
  sendStaffLink: staffEntry(signIn.SendStaffLink, signIn.StaffLinkSent),
  checkStaffCode: staffEntry(signIn.StaffCode, signIn.StaffCodeInfo),
  signInStaff: staffEntry(signIn.StaffCode, signIn.StaffSignedIn),
  staffPasskeySignInOptions: staffEntry(signIn.NoInput, SignInOptions),
  signInStaffWithPasskey: staffEntry(signIn.SignInStaffWithPasskey, signIn.Done),
  getDesk: staffEntry(signIn.NoInput, signIn.Desk),
  unlockDevice: staffEntry(signIn.UnlockDevice, signIn.Unlocked),
  listDemoStaff: staffEntry(signIn.NoInput, signIn.DemoStaff),
  signInDemoStaff: staffEntry(signIn.SignInDemoStaff, signIn.Done),

  lockDevice: staffCall(null, signIn.NoInput, signIn.Done),
  signOutStaff: staffCall(null, signIn.NoInput, signIn.Done),
  touchStaffSession: staffCall(null, signIn.NoInput, signIn.Done),
  confirmStaff: staffCall(null, signIn.SignInStaffWithPasskey, signIn.Done),
  getStaffSelf: staffDocument(null, '/self', { input: staff.StaffSelfInput, output: staff.StaffSelf }),
  setStaffLanguage: staffCall(null, staff.SetStaffLanguage, staff.StaffChanged),
  saveStaffChoices: staffCall(null, staff.SaveStaffChoices, staff.StaffChanged),
  endStaffSessions: staffCall(null, staff.EndStaffSessions, staff.StaffChanged),
  setPin: staffCall(null, signIn.SetPin, signIn.Done, { recent: 'always' }),
  removePin: staffCall(null, signIn.NoInput, signIn.Done),
  staffPasskeyRegistrationOptions: staffCall(null, signIn.NoInput, RegistrationOptions, {
    recent: 'always',
  }),
  // Its challenge is given only after a recent sign-in.
  registerStaffPasskey: staffCall(null, signIn.RegisterStaffPasskey, signIn.Done),
  removeStaffPasskey: staffCall(null, signIn.StaffPasskeyInput, signIn.Done, { recent: 'always' }),

  listStaff: staffDocument('people', '/people', { input: staff.ListStaff, output: staff.Staff }),
  inviteStaff: staffCall('people', staff.InviteStaff, staff.StaffInvited),
  updateStaff: staffCall('people', staff.UpdateStaff, staff.StaffChanged),
  removeStaff: staffCall('people', staff.OneStaff, staff.StaffChanged),
  listDevices: staffDocument('people', '/devices', { input: device.ListDevices, output: device.Devices }),
  enrolDevice: staffCall('people', device.EnrolDevice, device.DeviceEnrolled),
  updateDevice: staffCall('people', device.UpdateDevice, staff.StaffChanged),
  removeDevice: staffCall('people', device.OneDevice, staff.StaffChanged),
  listAudit: staffDocument('audit', '/audit', { input: audit.ListAudit, output: audit.Audit }),
}
