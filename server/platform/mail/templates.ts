import { hrefOf, paths, type ScreenPath } from '#shared/screens.ts'

export interface Template {
  /** Page of the web application that its button opens; made from the values if it needs some. */
  opens: ScreenPath | ((values: Readonly<Record<string, string>>) => string)
}

/**
 * Every mail of the server. Its texts are `mail.{name}.subject`, `.text` (paragraphs separated by empty lines; one that is
 * just a `{place}` stands out) and `.button`. The only value with several lines is `lines`.
 */
export const templates = {
  /** name, username, password, minutes */
  forgotten: { opens: paths.login },
  /** name, username, office, password, days */
  invitation: { opens: paths.login },
  /** name, username */
  passwordChanged: { opens: paths.forgotPassword },
  /** name, company, hours, token */
  confirmAddress: { opens: ({ token }) => hrefOf(paths.registered, { token }) },
  /** name, username, email, hours, token */
  confirmEmail: { opens: ({ token }) => hrefOf(paths.confirmEmail, { token }) },
  /** username, email */
  emailTaken: { opens: paths.login },
  /** name, username, email, hours */
  emailAsked: { opens: () => hrefOf(paths.personal, { section: 'sessions' }) },
  /** name, username, email */
  emailChanged: { opens: paths.forgotPassword },
  /** name, username */
  factorTaken: { opens: paths.login },
  /** name, done, says */
  accountTouched: { opens: paths.users },
  /** name, username */
  addressKnown: { opens: paths.login },
  /** name, company, username */
  applicationReceived: { opens: paths.login },
  /** name, company, username, until */
  applicationApproved: { opens: paths.login },
  /** name, company, username */
  customerApproved: { opens: paths.login },
  /** name, company, username, until */
  customerConverted: { opens: paths.login },
  /** name, says, level, at, zone; business and subject: what it is about */
  notice: { opens: ({ business, subject }) => hrefOf(paths.messages, { about: business, subject }) },
  /** The same, of a message that names only some of its places; lines: all of them */
  noticeOfMany: { opens: ({ business, subject }) => hrefOf(paths.messages, { about: business, subject }) },
  /** name, title; the report is attached */
  report: { opens: () => hrefOf(paths.personal, { section: 'reports' }) },
  /** name, company, email, by, office */
  customerEmailChanged: { opens: paths.login },
  /** name, company, username */
  customerDisabled: { opens: paths.login },
  /** name, company, username, reason */
  customerDisabledBecause: { opens: paths.login },
  /** name, says (the gravest), level, count, zone; lines: the messages, one a line */
  notices: { opens: paths.messages },
  /** name, token */
  wayProof: { opens: ({ token }) => hrefOf(paths.reached, { token }) },
  /** token */
  mailArrives: { opens: ({ token }) => hrefOf(paths.reached, { token }) },
  /** name, company, reason */
  applicationRefused: { opens: paths.register },
} satisfies Record<string, Template>

export type MailTemplate = keyof typeof templates
