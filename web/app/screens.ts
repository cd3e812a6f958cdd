import * as icon from 'lucide-react'
import type { ArticleFamily, SortedFamily } from '#shared/articles.ts'
import { CUSTOMER, STAFF } from '#shared/permissions.ts'
import { text } from '#shared/text.ts'
import { publicScreens } from './public-screens.ts'
import { group, type MenuGroup, type Screen, screen } from './screen.ts'

const hidden = true
/** Hidden from the menu, wide, and a tab for each house. */
const ofHouse = { hidden, canvas: true, each: 'houseId' }
const staffOnly = { kinds: [STAFF] as const }

/** The screens of a family of articles: what editors write, how it is sorted, what farms read. */
const articleScreens = {
  written: (family: ArticleFamily) => ({
    page: () => import('#web/features/articles/articles-page.tsx').then(page => page.articlesPages[family]),
    texts: ['articles', 'uploads', 'rich-text'],
  }),
  sorted: (family: SortedFamily) => ({
    page: () =>
      import('#web/features/articles/categories-page.tsx').then(page => page.categoriesPages[family]),
    texts: ['articles'],
  }),
  read: (family: ArticleFamily) => ({
    page: () => import('#web/features/articles/reading-page.tsx').then(page => page.readingPages[family]),
    texts: ['articles', 'uploads'],
  }),
}

const targetParameter = screen(
  '/deviceSetting/targetParameter',
  '目标参数',
  'Target parameters',
  'device_setting',
  {
    page: () => import('#web/features/settings/target-page.tsx').then(page => page.TargetPage),
    texts: ['settings'],
    ...ofHouse,
  },
)
const workplace = screen('/dashboard/workplace', '工作台', 'Workplace', ['workplace', 'client_workplace'], {
  page: () => import('#web/features/workplace/workplace-page.tsx').then(page => page.WorkplacePage),
  texts: ['workplace'],
})

/**
 * THE table: every screen in the order of the menu, with who may open it. Menu, routes, guards and tests read it.
 * A row without `page` is not built yet: no entry, and its address says so.
 */
export const menu: readonly MenuGroup[] = [
  group('首页', 'Home', icon.House, [screen('/', '首页', 'Home', 'signedIn', { leadsTo: workplace })]),
  group('仪表盘', 'Dashboard', icon.LayoutDashboard, [
    workplace,
    screen('/dashboard/analysis', '分析', 'Analysis', 'dashboard_analysis', {
      ...staffOnly,
      page: () => import('#web/features/analysis/analysis-page.tsx').then(page => page.AnalysisPage),
      texts: ['analysis', 'alarms'],
    }),
    screen('/dashboard/monitor', '系统监控', 'System monitor', 'dashboard_monitor', {
      ...staffOnly,
      page: () =>
        import('#web/features/system-monitor/system-monitor-page.tsx').then(page => page.SystemMonitorPage),
      texts: ['system-monitor'],
    }),
    screen('/screen/datav', '数据大屏', 'Data screen', 'retech_datav', {
      canvas: true,
      page: () => import('#web/features/data-screen/data-screen-page.tsx').then(page => page.DataScreenPage),
      texts: ['data-screen'],
    }),
  ]),
  group('我的消息', 'My messages', icon.MessageSquareText, [
    screen('/notice-message', '我的消息', 'My messages', 'signedIn', {
      page: () => import('#web/features/notices/notices-page.tsx').then(page => page.NoticesPage),
      texts: ['notices'],
    }),
  ]),
  group('鸡舍管理', 'House management', icon.Warehouse, [
    screen('/chicken-home-manage', '鸡舍概览', 'House overview', 'chicken_home_manage', {
      page: () => import('#web/features/houses/houses-page.tsx').then(page => page.HousesPage),
      texts: ['houses'],
    }),
    screen('/screen/index', '鸡舍监控', 'House monitor', 'chicken_home_manage', {
      kinds: [CUSTOMER],
      canvas: true,
      page: () =>
        import('#web/features/house-monitor/house-monitor-page.tsx').then(page => page.HouseMonitorPage),
      texts: ['house-monitor'],
    }),
    screen('/chickenHouseDetails', '环控器详情', 'Controller details', 'chicken_home_manage', {
      page: () =>
        import('#web/features/controller-details/controller-details-page.tsx').then(
          page => page.ControllerDetailsPage,
        ),
      texts: ['controller-details'],
      hidden,
      each: 'houseId',
    }),
    screen('/fjznSetting', '环控参数', 'Controller settings', 'device_setting', {
      page: () => import('#web/features/settings/settings-page.tsx').then(page => page.SettingsPage),
      texts: ['settings'],
      ...ofHouse,
    }),
    screen('/deviceSetting', '参数设置', 'Parameter settings', 'device_setting', {
      leadsTo: targetParameter,
      ...ofHouse,
    }),
    targetParameter,
    screen('/deviceSetting/ventilationLevel', '通风等级', 'Ventilation levels', 'device_setting', {
      page: () => import('#web/features/settings/level-page.tsx').then(page => page.LevelPage),
      texts: ['settings'],
      ...ofHouse,
    }),
    screen('/deviceChart', '报表', 'Reports', 'device_chart', {
      page: () => import('#web/features/charts/charts-page.tsx').then(page => page.ChartsPage),
      texts: ['charts'],
      ...ofHouse,
    }),
  ]),
  group('我的农场', 'My farm', icon.Wheat, [
    screen('/chicken-group', '鸡舍分组', 'House groups', 'chicken_group', {
      page: () =>
        import('#web/features/house-groups/house-groups-page.tsx').then(page => page.HouseGroupsPage),
      texts: ['house-groups'],
    }),
    screen('/chicken-group/comparison', '鸡舍对比', 'House comparison', 'chicken_group_comparison', {
      page: () => import('#web/features/comparison/comparison-page.tsx').then(page => page.ComparisonPage),
      texts: ['comparison'],
    }),
    screen('/chicken-batch', '批次与养殖日志', 'Flocks and breeding log', 'chicken_batch', {
      page: () => import('#web/features/flocks/flocks-page.tsx').then(page => page.FlocksPage),
      texts: ['flocks', 'uploads'],
    }),
    screen('/chicken-home/camera', '鸡舍摄像头', 'House cameras', 'chicken_home_manage'),
    screen('/house-alarm', '报警', 'Alarms', 'house_alarm', {
      page: () => import('#web/features/alarms/alarms-page.tsx').then(page => page.AlarmsPage),
      texts: ['alarms'],
    }),
    screen('/house-alarm/rule', '报警规则与值班', 'Alarm rules and on-call', 'house_alarm_rule', {
      page: () => import('#web/features/alarm-rules/alarm-rules-page.tsx').then(page => page.AlarmRulesPage),
      texts: ['alarm-rules'],
    }),
  ]),
  group('天气', 'Weather', icon.CloudSun, [
    screen('/weather', '天气', 'Weather', 'weather', {
      page: () => import('#web/features/weather/weather-page.tsx').then(page => page.WeatherPage),
      texts: ['weather'],
    }),
  ]),
  group('设备', 'Devices', icon.Cpu, [
    screen('/deviceOverhaul', '设备检修', 'Device overhaul', 'device_overhaul', {
      page: () => import('#web/features/overhaul/overhaul-page.tsx').then(page => page.OverhaulPage),
      texts: ['overhaul', 'uploads'],
    }),
    screen('/deviceOverhaulDetailList', '检修明细', 'Overhaul details', 'device_overhaul', {
      page: () => import('#web/features/overhaul/items-page.tsx').then(page => page.OverhaulItemsPage),
      texts: ['overhaul'],
      hidden,
    }),
    screen('/deviceOverhaulPushMessageList', '检修推送', 'Overhaul reminders', 'device_overhaul', {
      page: () => import('#web/features/overhaul/pushes-page.tsx').then(page => page.OverhaulPushesPage),
      texts: ['overhaul'],
      hidden,
    }),
    screen('/device/overhaul/item/client', '检修项目', 'Overhaul items', 'device_overhaul_item_client', {
      page: () => import('#web/features/overhaul/overhaul-page.tsx').then(page => page.MyOverhaulPage),
      texts: ['overhaul', 'uploads'],
    }),
    screen('/deviceManage', '设备管理', 'Device management', 'device_manage', {
      entry: text('环控器', 'Environment controllers'),
      page: () => import('#web/features/devices/devices-page.tsx').then(page => page.DevicesPage),
      texts: ['devices'],
    }),
    screen('/deivce/camera', '摄像头', 'Cameras', 'camera_manage'),
    screen('/chickHouseType', '笼架类型', 'Cage system types', 'chickHouse_type_manage', {
      page: () => import('#web/features/cage-types/cage-types-page.tsx').then(page => page.CageTypesPage),
      texts: ['cage-types'],
    }),
  ]),
  group('物联网产品管理', 'IoT product management', icon.Boxes, [
    screen('/iot-product', '物联网产品', 'IoT products', 'iot_product_manage', {
      page: () =>
        import('#web/features/iot-products/iot-products-page.tsx').then(page => page.IotProductsPage),
      texts: ['iot-products'],
    }),
  ]),
  group('客户', 'Customers', icon.Users, [
    screen('/custom', '正式客户', 'Formal customers', 'custom_manage', {
      page: () => import('#web/features/customers/customers-page.tsx').then(page => page.CustomersPage),
      texts: ['customers'],
    }),
    screen('/customer/try-customer', '试用客户', 'Trial customers', 'try_custom_manage', {
      page: () => import('#web/features/customers/customers-page.tsx').then(page => page.TrialCustomersPage),
      texts: ['customers'],
    }),
    screen('/custom/login-history', '登录记录', 'Login history', 'custom_login_history', {
      page: () =>
        import('#web/features/login-history/login-history-page.tsx').then(page => page.LoginHistoryPage),
      texts: ['login-history'],
    }),
    screen('/user-trajectory/trajectory', '用户轨迹', 'User trajectory', 'user_trajectory', {
      page: () => import('#web/features/trajectory/trajectory-page.tsx').then(page => page.TrajectoryPage),
      texts: ['trajectory'],
    }),
    screen('/user-trajectory/analyze', '轨迹分析', 'Trajectory analysis', 'user_trajectory_analyze', {
      page: () =>
        import('#web/features/trajectory-analysis/trajectory-analysis-page.tsx').then(
          page => page.TrajectoryAnalysisPage,
        ),
      texts: ['trajectory-analysis'],
    }),
  ]),
  group('代理商', 'Agents', icon.Handshake, [
    screen('/agent/client/list', '代理专区', 'Agent area', 'agent_client', {
      page: () => import('#web/features/agents/area-page.tsx').then(page => page.AgentAreaPage),
      texts: ['agents', 'uploads'],
    }),
    screen('/agent/admin/list', '代理管理', 'Agent management', 'user_manage', {
      ...staffOnly,
      page: () => import('#web/features/agents/agents-page.tsx').then(page => page.AgentsPage),
      texts: ['agents', 'uploads'],
    }),
    screen('/agent/admin/category', '代理资料分类', 'Agent material categories', 'user_manage', {
      ...staffOnly,
      page: () => import('#web/features/agents/categories-page.tsx').then(page => page.AgentCategoriesPage),
      texts: ['agents'],
    }),
  ]),
  group('订单', 'Orders', icon.Package, [
    screen('/orderCenter', '订单管理', 'Order management', 'order_center', {
      page: () => import('#web/features/orders/orders-page.tsx').then(page => page.OrdersPage),
      texts: ['orders', 'uploads'],
    }),
    screen('/admin-inquiry', '询价管理', 'Inquiries', 'admin_inquiry', {
      page: () => import('#web/features/inquiries/inquiries-page.tsx').then(page => page.InquiriesPage),
      texts: ['inquiries', 'uploads'],
    }),
    screen('/myOrder', '我的订单', 'My orders', 'my_center', {
      page: () => import('#web/features/orders/orders-page.tsx').then(page => page.MyOrdersPage),
      texts: ['orders', 'uploads'],
    }),
    screen('/my-inquiry', '我的询价', 'My inquiries', 'my_center', {
      page: () => import('#web/features/inquiries/inquiries-page.tsx').then(page => page.MyInquiriesPage),
      texts: ['inquiries', 'uploads'],
    }),
  ]),
  group('商城管理', 'Mall management', icon.Store, [
    screen('/mall/goods', '商品', 'Goods', 'mall_goods_list', {
      page: () => import('#web/features/goods/goods-page.tsx').then(page => page.GoodsPage),
      texts: ['goods', 'uploads', 'rich-text'],
    }),
    screen(
      '/mall/goods/classification',
      '商品分类',
      'Goods classification',
      'mall_goods_classification_list',
      {
        page: () =>
          import('#web/features/goods/classification-page.tsx').then(page => page.ClassificationPage),
        texts: ['goods'],
      },
    ),
  ]),
  group('精品商城', 'Boutique mall', icon.ShoppingBag, [
    screen('/mall/goods/list', '精品商城', 'Boutique mall', 'mall_goods_client_list', {
      page: () => import('#web/features/mall/mall-page.tsx').then(page => page.MallPage),
      texts: ['mall', 'uploads'],
    }),
    screen('/mall/goods/list/search', '商品搜索', 'Goods search', 'mall_goods_client_list', {
      hidden,
      page: () => import('#web/features/mall/mall-page.tsx').then(page => page.MallSearchPage),
      texts: ['mall', 'uploads'],
    }),
  ]),
  group('商品收藏', 'Commodity collection', icon.Heart, [
    screen('/good-favorities', '商品收藏', 'Favorite goods', 'signedIn', {
      entryFor: 'mall_goods_client_list',
      page: () => import('#web/features/mall/favourites-page.tsx').then(page => page.FavouritesPage),
      texts: ['mall'],
    }),
  ]),
  group('安装文档', 'Installation docs', icon.BookOpen, [
    screen('/device-install/install', '安装文档', 'Installation docs', 'device_install_client_list', {
      ...articleScreens.read('install'),
    }),
    screen(
      '/device-install/admin-list',
      '安装文档管理',
      'Manage installation docs',
      'device_install_admin_list',
      { ...articleScreens.written('install') },
    ),
    screen(
      '/device-install/category',
      '安装文档分类',
      'Installation doc categories',
      'device_install_admin_list_category',
      { ...articleScreens.sorted('install') },
    ),
  ]),
  group('日常维护', 'Device maintenance', icon.Wrench, [
    screen('/device-maintain/maintain', '日常维护', 'Routine maintenance', 'device_maintain_client_list', {
      ...articleScreens.read('maintain'),
    }),
    screen(
      '/device-maintain/maintain/admin-list',
      '维护管理',
      'Manage maintenance',
      'device_maintain_admin_list',
      { ...articleScreens.written('maintain') },
    ),
    screen(
      '/device-maintain/maintain/category',
      '维护分类',
      'Maintenance categories',
      'device_maintain_admin_list_category',
      { ...articleScreens.sorted('maintain') },
    ),
  ]),
  group('常见问题', 'FAQ', icon.CircleQuestionMark, [
    screen('/device-maintain/common-problem', '常见问题', 'FAQ', 'device_common_problem_client_list', {
      ...articleScreens.read('faq'),
    }),
    screen(
      '/device-maintain/common-problem/admin-list',
      '问题库管理',
      'Manage FAQ',
      'device_common_problem_admin_list',
      { ...articleScreens.written('faq') },
    ),
    screen(
      '/device-maintain/common-problem/category',
      '问题分类',
      'FAQ categories',
      'device_common_problem_admin_list_category',
      { ...articleScreens.sorted('faq') },
    ),
  ]),
  group('报修', 'Repair', icon.Hammer, [
    screen('/device-maintain/repair', '我的报修', 'My repairs', 'device_repair_client_list', {
      page: () => import('#web/features/repairs/repairs-page.tsx').then(page => page.MyRepairsPage),
      texts: ['repairs', 'uploads'],
    }),
    screen('/device-maintain/repair/admin-list', '报修管理', 'Repair requests', 'device_repair_admin_list', {
      page: () => import('#web/features/repairs/repairs-page.tsx').then(page => page.RepairsPage),
      texts: ['repairs', 'uploads'],
    }),
  ]),
  group('咨询与提问', 'Consultation and questions', icon.MessagesSquare, [
    screen(
      '/device-maintain/user-problem/admin-list',
      '提问管理',
      'Questions',
      'device_user_problem_admin_list',
      {
        page: () => import('#web/features/questions/questions-page.tsx').then(page => page.QuestionsPage),
        texts: ['questions', 'uploads'],
      },
    ),
  ]),
  group('我的提问', 'My questions', icon.MessageCircleQuestionMark, [
    screen('/device-maintain/user-problem', '我的提问', 'My questions', 'device_user_problem_client_list', {
      page: () => import('#web/features/questions/questions-page.tsx').then(page => page.MyQuestionsPage),
      texts: ['questions', 'uploads'],
    }),
  ]),
  group('养殖指导', 'Breeding instruction', icon.GraduationCap, [
    screen(
      '/breeding-instruction/farming-foundation',
      '养殖基础',
      'Breeding basics',
      'farming_foundation_client_list',
      { ...articleScreens.read('basics') },
    ),
    screen('/breeding-instruction/infor', '养殖资讯', 'Breeding news', 'breeding_instruction_client_infor', {
      ...articleScreens.read('news'),
    }),
    screen(
      '/breeding-instruction/farming-foundation/admin-list',
      '养殖基础管理',
      'Manage breeding basics',
      'farming_foundation_admin_list',
      { ...articleScreens.written('basics') },
    ),
    screen(
      '/breeding-instruction/farming-foundation/category',
      '养殖基础分类',
      'Breeding basics categories',
      'farming_foundation_admin_list_category',
      { ...articleScreens.sorted('basics') },
    ),
    screen(
      '/breeding-instruction/infor-admin/index',
      '资讯管理',
      'Manage breeding news',
      'breeding_instruction_infor',
      { ...articleScreens.written('news') },
    ),
  ]),
  group('使用说明', 'Instructions for use', icon.BookText, [
    screen('/instructions-use/client', '使用说明', 'Instructions', 'instruction_user_client_list', {
      page: () => import('#web/features/articles/instructions-page.tsx').then(page => page.InstructionsPage),
      texts: ['articles', 'uploads'],
    }),
    screen('/instructions-use/client/list', '说明列表', 'Instruction list', 'instructions_use_client_list', {
      hidden,
      ...articleScreens.read('instructions'),
    }),
    screen('/instructions-use/admin', '说明管理', 'Manage instructions', 'instruction_user_admin_list', {
      ...articleScreens.written('instructions'),
    }),
    screen(
      '/instructions-use/classification',
      '说明分类',
      'Instruction categories',
      'instruction_user_classification_list',
      { ...articleScreens.sorted('instructions') },
    ),
  ]),
  group('操作日志', 'Operation log', icon.History, [
    screen('/opera-history/index', '操作日志', 'Operation history', 'opera_history', {
      page: () =>
        import('#web/features/opera-history/opera-history-page.tsx').then(page => page.OperaHistoryPage),
      texts: ['opera-history'],
      canvas: true,
    }),
  ]),
  group('系统设置', 'System settings', icon.Settings, [
    screen('/personal', '个人中心', 'Personal center', 'signedIn', {
      page: () => import('#web/features/personal/personal-page.tsx').then(page => page.PersonalPage),
      texts: ['personal', 'farm-access', 'webhooks', 'report-schedules'],
      parts: { farm_access: text('农场访问授权', 'Farm access') },
    }),
    screen('/sysconfig/department', '组织架构', 'Organization structure', 'department_manage', {
      page: () => import('#web/features/departments/departments-page.tsx').then(page => page.DepartmentsPage),
      texts: ['departments'],
    }),
    screen('/sysconfig/user', '用户管理', 'Users', 'user_manage', {
      page: () => import('#web/features/users/users-page.tsx').then(page => page.UsersPage),
      texts: ['users'],
    }),
    screen('/sysconfig/role', '角色管理', 'Roles', 'role_manage', {
      page: () => import('#web/features/roles/roles-page.tsx').then(page => page.RolesPage),
      texts: ['roles'],
      each: 'id',
    }),
  ]),
]

export const screens: readonly Screen[] = [...publicScreens, ...menu.flatMap(({ screens }) => screens)]
