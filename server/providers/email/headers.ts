/**
 * The headers that a mail carries beside sender, receiver, subject and id:
 *
 * | Header                  | On                                   | Why                                                         |
 * |-------------------------|--------------------------------------|-------------------------------------------------------------|
 * | `Auto-Submitted`        | every mail                           | RFC 3834: nobody's holiday answer comes back                |
 * | `List-Unsubscribe`      | a reminder to a guest with an account | RFC 2369: the one kind that can be switched off             |
 * | `List-Unsubscribe-Post` | the same                             | RFC 8058: mail programs switch it off by one POST, no cookie |
 *
 * All other mails answer what a guest has just done, or tell of a change that they must know of. For a mail program to offer the
 * button, the mail server's DKIM signature has to cover both (`h=…:list-unsubscribe:list-unsubscribe-post`).
 * @param unsubscribe the address that switches it off; null where nothing does.
 */
export const mailHeaders = (unsubscribe: string | null): Record<string, string> => ({
  'Auto-Submitted': 'auto-generated',
  ...(unsubscribe
    ? { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
    : {}),
})
