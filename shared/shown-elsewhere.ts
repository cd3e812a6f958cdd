const AUTH = '/admin/auth'

/**
 * What lists show of other features: below each path that changes, the paths that are then outdated as well, with
 * everything below them. A screen that starts to show somebody else's rows adds its path here, once for all forms.
 */
export const shownElsewhere: Readonly<Record<string, readonly string[]>> = {
  'agent-area/customers': ['agent-area/totals', 'customers', 'trial-customers'],
  'agent-categories': ['agent-materials', 'agent-area/materials'],
  'agent-materials': ['agent-categories', 'agent-area/materials'],
  agents: ['customers/agent-options'],
  'alarm-rules': ['alarm-figures'],
  'article-categories': ['articles', 'reading'],
  articles: ['article-categories', 'reading'],
  'cage-types': ['houses'],
  cameras: ['camera-channels'],
  departments: ['offices/options'],
  devices: ['houses', 'house-monitor'],
  'flock-health': ['health-programmes'],
  'feed-book': ['flock-accounts'],
  'flock-records': ['flocks', 'houses', 'house-monitor', 'flock-health', 'feed-book', 'flock-accounts'],
  flocks: ['flock-records', 'houses', 'house-monitor', 'flock-health', 'feed-book', 'flock-accounts'],
  'good-categories': ['goods'],
  'good-favourites': ['mall'],
  'house-alarms': ['alarm-figures'],
  'house-groups': ['houses', 'house-monitor'],
  'health-programmes': ['flock-health'],
  houses: [
    'house-monitor',
    'devices',
    'device-settings',
    'cameras',
    'camera-channels',
    'mall',
    'overhaul-parts',
    'repair-parts',
  ],
  inquiries: ['basket'],
  orders: ['basket'],
  overhaul: ['overhaul-items', 'customers', 'repairs', 'test-log', 'mall'],
  'personal/notice-channels': ['personal/web-push'],
  'personal/web-push': ['personal/notice-channels'],
  questions: ['articles/faq'],
  repairs: ['orders'],
  'trial-customers': ['customers'],
}

/** Paths that are outdated when something below `changed` has changed, beside that itself. */
export const shownWith = (changed: string): readonly string[] =>
  Object.entries(shownElsewhere)
    .filter(([path]) => `${changed}/`.startsWith(`${AUTH}/${path}/`))
    .flatMap(([, also]) => also.map(path => `${AUTH}/${path}`))
