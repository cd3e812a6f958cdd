import { Button } from 'antd'
import i18next from 'i18next'
import { Printer } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OrderDetail } from '#shared/contracts/orders.ts'
import { type Language, languageNames, languages } from '#shared/text.ts'
import { later } from '#web/components/later.tsx'
import { MenuButton } from '#web/components/menu-button.tsx'
import { type Paper, paperNames, papers } from './papers.ts'

const PaperSheet = later(() => import('./paper-sheet.tsx').then(file => file.PaperSheet))

/** Prints a paper of an order, or keeps it as a PDF, in either language whatever the reader's is. */
export function PrintPapers({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('orders')
  const [printed, setPrinted] = useState<{ paper: Paper; language: Language } | null>(null)
  const print = async (paper: Paper, language: Language) => {
    await i18next.loadLanguages(language)
    setPrinted({ paper, language })
  }
  const items = languages.map(language => ({
    key: language,
    type: 'group' as const,
    label: languageNames[language],
    children: papers.map(paper => ({
      key: `${language} ${paper}`,
      label: paperNames[paper][language],
      onClick: () => void print(paper, language),
    })),
  }))
  return (
    <>
      <MenuButton
        button={<Button icon={<Printer size={16} aria-hidden />}>{t($ => $.print)}</Button>}
        menu={{ items }}
      />
      {printed && <PaperSheet order={order} {...printed} done={() => setPrinted(null)} />}
    </>
  )
}
