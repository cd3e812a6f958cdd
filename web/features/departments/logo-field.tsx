import { useTranslation } from 'react-i18next'
import { departments, NO_LOGO, type OfficeNode } from '#shared/contracts/departments.ts'
import { Logo } from '#web/components/logo.tsx'
import { PictureField } from '#web/components/picture/picture-field.tsx'
import { call } from '#web/data/client.ts'
import { queries, readAgain } from '#web/data/queries.ts'
import { readUserAgain } from '#web/data/session.ts'

/** Shows the current logo, here and in the menu, also if somebody else has set it meanwhile; other windows are notified. */
async function showLogo(change: Promise<OfficeNode>): Promise<void> {
  try {
    await change
  } finally {
    await Promise.all([readAgain(queries, [departments.list.path]), readUserAgain()])
  }
}

/** The logo of the viewer's own organisation. */
export function LogoField({ node }: { node: OfficeNode }) {
  const { t } = useTranslation('departments')
  const query = { was: node.logo ?? NO_LOGO }
  return (
    <section className="department-logo">
      <h3>{t($ => $.logo.title)}</h3>
      <PictureField
        endpoint={departments.setLogo}
        shape="square"
        words={{
          choose: t($ => $.logo.choose),
          remove: t($ => $.logo.remove),
          saved: t($ => $.logo.saved),
          removed: t($ => $.logo.removed),
          hint: t($ => $.logo.hint),
          wrong: t($ => $.logo.wrong),
          crop: t($ => $.logo.crop),
          use: t($ => $.logo.use),
          zoom: t($ => $.logo.zoom),
        }}
        save={body => showLogo(call(departments.setLogo, { query, body }))}
        remove={node.logo === null ? null : () => showLogo(call(departments.removeLogo, { query }))}
      >
        <Logo url={node.logo} size={72}>
          <span className="department-no-logo">{t($ => $.logo.none)}</span>
        </Logo>
      </PictureField>
    </section>
  )
}
