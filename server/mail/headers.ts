/**
 * The headers of a mail in addition to sender, recipient, subject and id. `Auto-Submitted` is in every mail
 * (RFC 3834) and suppresses automatic replies. `List-Unsubscribe` (RFC 2369) and `List-Unsubscribe-Post` (RFC
 * 8058, one POST without cookies) are in reminders to guests with an account and in mails about the waitlist:
 * all others confirm what a guest has just done or report a change of a visit.
 * Mail programs offer the button only if the DKIM signature of the mail server covers both headers
 * (`h=…:list-unsubscribe:list-unsubscribe-post`).
 * @param unsubscribe the unsubscribe URL, or null.
 */
export const mailHeaders = (unsubscribe: string | null): Record<string, string> => ({
  'Auto-Submitted': 'auto-generated',
  ...(unsubscribe
    ? { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
    : {}),
})
