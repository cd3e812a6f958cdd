interface Template {
  /** Page of the web application that its button opens; `{places}` are filled from the values. */
  opens: string
}

/**
 * Every mail of the server. Its texts are `mail.{name}.subject`, `.text` (paragraphs parted by an empty line, one that is only a
 * `{place}` stands out) and `.button`. The only value of several lines is `lines`.
 */
export const templates = {
  /** name, username, password, minutes */
  forgotten: { opens: '/user/login' },
  /** name, username, office, password, days */
  invitation: { opens: '/user/login' },
  /** name, username */
  passwordChanged: { opens: '/user/forget-pwd' },
  /** name, company, hours, token */
  confirmAddress: { opens: '/user/register-result?token={token}' },
  /** name, username, email, hours, token */
  confirmEmail: { opens: '/confirm-email?token={token}' },
  /** username, email */
  emailTaken: { opens: '/user/login' },
  /** name, username, email, hours */
  emailAsked: { opens: '/personal?section=sessions' },
  /** name, username, email */
  emailChanged: { opens: '/user/forget-pwd' },
  /** name, username */
  factorTaken: { opens: '/user/login' },
  /** name, done, says */
  accountTouched: { opens: '/sysconfig/user' },
  /** name, username */
  addressKnown: { opens: '/user/login' },
  /** name, company, username */
  applicationReceived: { opens: '/user/login' },
  /** name, company, username, until */
  applicationApproved: { opens: '/user/login' },
  /** name, company, username */
  customerApproved: { opens: '/user/login' },
  /** name, company, username, until */
  customerConverted: { opens: '/user/login' },
  /** name, says, level, at, zone; business and subject: what it is about */
  notice: { opens: '/notice-message?about={business}&subject={subject}' },
  /** name, title; the report goes with it */
  report: { opens: '/personal?section=reports' },
  /** name, company, email, by, office */
  customerEmailChanged: { opens: '/user/login' },
  /** name, company, username */
  customerDisabled: { opens: '/user/login' },
  /** name, company, username, reason */
  customerDisabledBecause: { opens: '/user/login' },
  /** name, says (the gravest), level, count, zone; lines: the messages, one a line */
  notices: { opens: '/notice-message' },
  /** name, company, reason */
  applicationRefused: { opens: '/user/register' },
} satisfies Record<string, Template>

export type MailTemplate = keyof typeof templates
