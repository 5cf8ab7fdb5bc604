// A shop on the hosting platform: sign in, list orders, place an order, open its invoice.
import { byId } from './dom.ts';
import { runTask } from './form.ts';
import { showOrders } from './orders.ts';
import { signIn } from './sign-in.ts';

signIn((api, session) => {
  byId('user').textContent = session.user.email;
  runTask(showOrders(api));
});
