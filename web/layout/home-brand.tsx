import { Brand, Mark } from '#web/components/brand.tsx'
import { Logo } from '#web/components/logo.tsx'
import { useSession } from '#web/data/session.ts'

/** The product's name beside the logo of the user's organisation, else beside the product's mark. */
export function HomeBrand({ short }: { short?: boolean }) {
  const logo = useSession(({ user }) => user?.logo ?? null)
  return (
    <Brand short={short}>
      <Logo url={logo} size={28}>
        <Mark />
      </Logo>
    </Brand>
  )
}
