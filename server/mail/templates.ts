interface Template {
  /** Page of the web application that its button opens; `{places}` are filled from the values. */
  opens: string
}

/**
 * Every mail of the server. Its texts are `mail.{name}.subject`, `.text` (paragraphs parted by an empty line, one that is only a
 * `{place}` stands out) and `.button`.
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
  /** name, says */
  reminder: { opens: '/notice-message' },
  /** name, company, reason */
  applicationRefused: { opens: '/user/register' },
} satisfies Record<string, Template>

export type MailTemplate = keyof typeof templates
